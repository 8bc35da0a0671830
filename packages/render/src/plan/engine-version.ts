/**
 * Raise this when the engine's output changes: videos made before then no longer count as the same work, and
 * are made again instead of being linked. `tools/golden` notices what changed and whether this was forgotten.
 */
export const ENGINE_VERSION = 22
