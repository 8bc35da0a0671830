import type { ComponentType } from 'preact'
import { BaseUrl } from './base-url.tsx'
import { Contents } from './contents.tsx'
import { PanelTools } from './panel-tools.tsx'
import { SamplesHead } from './samples-head.tsx'
import { TokenForm } from './token-form.tsx'
import { TopBar } from './top-bar.tsx'

/** The parts of the pages that a script brings to life, by the names in their markup. */
export const ISLANDS: Record<string, ComponentType<never>> = {
  BaseUrl,
  Contents,
  PanelTools,
  SamplesHead,
  TokenForm,
  TopBar,
}
