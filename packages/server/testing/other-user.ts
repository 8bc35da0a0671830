import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The user that owns nothing, on every current Linux. */
export const NOBODY = { uid: 65534, gid: 65534 }

/** Why a test cannot run our programs as another user, if so. */
export function whyNoOtherUser(): string | false {
  if (process.geteuid?.() !== 0) return 'only root can become another user'
  const { status } = spawnSync(process.execPath, ['--check', fileURLToPath(import.meta.url)], {
    ...NOBODY,
    cwd: '/',
  })
  return status !== 0 && 'the project lies where another user cannot read it'
}
