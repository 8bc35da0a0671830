import type { Check } from './check.ts'
import { clockCheck } from './clock.ts'
import { containmentChecks } from './containment.ts'
import { dataFolderCheck } from './data-folder.ts'
import { diskCheck } from './disk.ts'
import { drawingCheck } from './drawing.ts'
import { encoderCheck } from './encoder.ts'
import { fontsCheck } from './fonts.ts'
import { nodeCheck } from './node.ts'
import { trialCheck } from './trial.ts'

/** Every check, in the order in which they are made and shown. */
export const ALL_CHECKS: readonly Check[] = [
  nodeCheck,
  drawingCheck,
  encoderCheck,
  trialCheck,
  fontsCheck,
  diskCheck,
  dataFolderCheck,
  clockCheck,
  ...containmentChecks,
]
