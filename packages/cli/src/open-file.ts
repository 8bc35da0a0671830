import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Shows a file in the program that the desktop has for it; a machine without a desktop shows nothing. */
export function openFile(path: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const opener = spawn(command, [...args, path], { stdio: 'ignore', detached: true })
  opener.on('error', () => process.stderr.write(`  ! ${command} is not here, so nothing was opened.\n`))
  opener.unref()
}
