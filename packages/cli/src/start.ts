import { ENGINE_FOLDER, shortenResolution } from '@songreel/render/start'

// Before anything else is imported: a render alone loads three hundred modules.
shortenResolution([new URL('./', import.meta.url).href, ENGINE_FOLDER])
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
