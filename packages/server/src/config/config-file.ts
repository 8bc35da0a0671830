import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Reads songreel.config.json of the data folder; what is wrong with it joins the problems. */
export function readConfigFile(dataDir: string, problems: string[]): Record<string, string> {
  const file = path.join(dataDir, 'songreel.config.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') problems.push(`${file} cannot be read (${code})`)
    return {}
  }
  try {
    const content: unknown = JSON.parse(text)
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, string>
    problems.push(`${file} must be an object such as {"SONGREEL_PORT": "4500"}`)
  } catch (error) {
    problems.push(`${file} is not valid JSON: ${(error as Error).message}`)
  }
  return {}
}
