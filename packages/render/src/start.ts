// The door for a program's first lines: what it needs before the engine, or instead of it.
export { OUTPUT_FORMATS, type OutputFormat } from './formats/catalogue.ts'
export { ENGINE_FOLDERS, shortenResolution } from './process/short-resolution.ts'
