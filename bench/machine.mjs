/** What measured and when, as results say it. */
import { cpus, totalmem } from 'node:os'

export const machine = `${cpus().length} × ${cpus()[0].model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`
export const today = () => new Date().toISOString().slice(0, 10)
