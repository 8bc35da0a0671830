import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program of the system lies: in PATH, or in the folders for administrators, which PATH often leaves out. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
