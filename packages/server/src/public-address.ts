import type { Config } from './config/config.ts'

/** Where clients reach this service. */
export type PublicAddress = {
  url(): string
  /** The service listens: without a setting, this is its address from now on. */
  settle(url: string): void
}

/** The address as set, else with the port that the service really got, else with the one it wants. */
export function createPublicAddress(config: Pick<Config, 'publicUrl' | 'port'>): PublicAddress {
  let settled: string | undefined
  return {
    url: () => config.publicUrl ?? settled ?? `http://localhost:${config.port}`,
    settle(url) {
      settled = url
    },
  }
}
