import { renderVideoInChild } from '../src/process/render-in-child.ts'
import { anUnrulyPlan } from './plans.ts'

// A program: starts a render that never ends, so that a test can end this process and see what becomes of the render.
const [folder] = process.argv.slice(2)
await renderVideoInChild(anUnrulyPlan(folder!, { data: { trouble: 'HANG' } }))
