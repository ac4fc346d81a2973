#pragma once

#include <CoreFoundation/CFBase.h>

// HIToolbox: whether a password field, of whatever application, keeps the keyboard to itself.
CF_EXPORT Boolean IsSecureEventInputEnabled(void);
