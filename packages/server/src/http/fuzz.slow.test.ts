// The requests of fuzz.test.ts, and more of them.
process.env.SONGREEL_FUZZ_RUNS ??= '2000'
process.env.SONGREEL_FUZZ_SEED ??= '4400'
await import('./fuzz.test.ts')
