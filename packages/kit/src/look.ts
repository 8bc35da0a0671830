// The door to looks that are written as JSON: their language, and the templates that are made of them.
export { createLook, type LookOptions } from './look/create-look.ts'
export { estimateCost, type LookCost } from './look/estimate-cost.ts'
export { writeLookUrl } from './look/import-look.ts'
export type { LookLayer } from './look/layer-schemas.ts'
export { LOOK_LIMITS } from './look/limits.ts'
export type { LookFault } from './look/look-fault.ts'
export { describeLookSchema, type Look, type LookField, lookSchema } from './look/look-schema.ts'
export { describeFaults, parseLook, readLook } from './look/parse-look.ts'
