// Entry point for what a program needs before the engine is loaded, or instead of it.
export { OUTPUT_FORMATS, type OutputFormat } from './formats/catalogue.ts'
export { ENGINE_FOLDER, shortenResolution } from './process/short-resolution.ts'
