import type { Limits } from '../call/limits.js'
import type { NativeDesktop } from '../native/binding.js'
import type { DesktopStats } from './desktop-types.js'

export async function statsOf(desktop: NativeDesktop, limits: Limits): Promise<DesktopStats> {
  const kept = await limits.call((native) => desktop.keptTrees(native))
  if (kept.length === 0) return { keptTrees: [] }
  const apps = await limits.call((native) => desktop.applications(native))
  const keptTrees = kept.map(({ appKey, ...counts }) => {
    const app = apps.find(({ key }) => key === appKey)
    return { app: app?.name ?? '', pid: app?.pid ?? 0, ...counts }
  })
  return { keptTrees }
}
