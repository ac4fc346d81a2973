#pragma once

// The error codes are words like others; their texts are what JavaScript sees as `SurehandError.code`.
#include "core/vocabulary.h"
