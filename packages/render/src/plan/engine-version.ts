/**
 * Rises when the engine draws or encodes otherwise than before: videos made until then are no longer the same work, and
 * are made again instead of being linked. `tools/golden` notices what changed and whether this was forgotten.
 */
export const ENGINE_VERSION = 11
