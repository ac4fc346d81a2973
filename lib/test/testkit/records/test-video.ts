import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RecordedVideo, SessionVideo } from '../../../sdk/headless/video.js'
import { MARK } from '../../../sdk/headless/watchdog.js'

let videos = 0

/** The video of one test. Until it is kept it lies in the session's directory, and goes with that. */
export class TestVideo {
  private constructor(
    private readonly video: SessionVideo,
    private readonly file: string,
    private readonly kept: 'on' | 'retain-on-failure',
  ) {}

  static async start(
    environment: Readonly<Record<string, string>>,
    kept: 'on' | 'retain-on-failure',
  ): Promise<TestVideo> {
    const file = join(environment[MARK] ?? tmpdir(), `test-${process.pid}-${videos++}.webm`)
    const video = new SessionVideo(environment)
    await video.start({ path: file })
    return new TestVideo(video, file, kept)
  }

  /** Ends it; gives the file in the folder when it is to be kept. A video that ended early is no failure of its test. */
  async stop(folder: string, failed: boolean): Promise<RecordedVideo | undefined> {
    try {
      const { began } = await this.video.stop()
      if (this.kept !== 'on' && !failed) return undefined
      await mkdir(folder, { recursive: true })
      const path = join(folder, 'video.webm')
      // The folders may be of two file systems.
      await rename(this.file, path).catch(() => copyFile(this.file, path))
      return { path, began }
    } catch (error) {
      process.emitWarning(`A test has no video: ${error instanceof Error ? error.message : error}`, 'SurehandWarning')
      return undefined
    } finally {
      await rm(this.file, { force: true })
    }
  }

  /** Ends it without keeping it. */
  async discard(): Promise<void> {
    await this.video.end().catch(() => {})
    await rm(this.file, { force: true })
  }
}
