import { ENGINE_FOLDER, shortenResolution } from './short-resolution.ts'

// Loaded first in a child and in each of its threads.
shortenResolution([ENGINE_FOLDER])
