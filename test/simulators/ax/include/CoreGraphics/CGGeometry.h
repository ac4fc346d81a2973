#pragma once

#include <CoreFoundation/CFDictionary.h>
#include <CoreGraphics/CGBase.h>

struct CGPoint {
  CGFloat x;
  CGFloat y;
};
typedef struct CGPoint CGPoint;

struct CGSize {
  CGFloat width;
  CGFloat height;
};
typedef struct CGSize CGSize;

struct CGRect {
  CGPoint origin;
  CGSize size;
};
typedef struct CGRect CGRect;

inline CGPoint CGPointMake(CGFloat x, CGFloat y) { return CGPoint{x, y}; }
inline CGSize CGSizeMake(CGFloat width, CGFloat height) { return CGSize{width, height}; }
inline CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat width, CGFloat height) {
  return CGRect{{x, y}, {width, height}};
}

CG_EXTERN const CGRect CGRectNull;
CG_EXTERN CFDictionaryRef CGRectCreateDictionaryRepresentation(CGRect rect);
CG_EXTERN bool CGRectMakeWithDictionaryRepresentation(CFDictionaryRef dict, CGRect* rect);
