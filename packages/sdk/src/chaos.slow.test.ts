// The calls of chaos.test.ts, and more of them.
process.env.SONGREEL_CHAOS_CALLS ??= '300'
await import('./chaos.test.ts')
