import type { NativeRect } from '../native/binding.js'

export interface Point {
  x: number
  y: number
}

export function isEmpty(rect: NativeRect): boolean {
  return rect.width <= 0 || rect.height <= 0
}

export function centre(rect: NativeRect): Point {
  return { x: Math.floor(rect.x + rect.width / 2), y: Math.floor(rect.y + rect.height / 2) }
}

export function contains(rect: NativeRect, { x, y }: Point): boolean {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height
}

export function overlap(a: NativeRect, b: NativeRect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

export function sameRect(a: NativeRect | undefined, b: NativeRect | undefined): boolean {
  return a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height
}
