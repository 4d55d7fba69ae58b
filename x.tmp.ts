import { generatedVectors } from './src/generate/index.ts'
import { run } from './src/run.ts'
import { isBad } from './src/judge/index.ts'
import { accusations, singlesAndPairs } from './src/variants/law.ts'
import { TOKEN_VARIANTS, tokenSubject } from './src/variants/token/index.ts'
import { loadSuite } from './runners/suite/index.ts'
import { OUTPUT_FAULTS } from './src/faults/catalogue.ts'
import { outputFailures } from './src/faults/killMatrix.ts'
const suite = await loadSuite(['token'])
const t0 = Date.now()
const vs = generatedVectors({ count: 600, seed: Number(process.argv[2] ?? 1) }, ['token.params','token.signature','token.issue','token.verify'])
console.log('made', vs.length, Date.now()-t0, 'ms', new Set(vs.map(v=>v.expect.verdict)), vs.filter(v=>v.expect.verdict==='accept').length, vs.filter(v=>v.expect.verdict==='either').length)
const find = (id: string) => vs.find(v => v.id === id) ?? suite.find(id)
let accused = 0
for (const v of TOKEN_VARIANTS.map(v => [v])) {
  const bad = []
  for await (const x of run({ vectors: vs, find, subject: tokenSubject(v, () => Date.now()/1000), level: 'recommended' })) bad.push(x)
  const a = accusations(bad, v)
  if (a.length) { accused++; console.log(v.map(x=>x.id), a.length, a.slice(0,3).map(b=>`${b.vector} ${b.level} ${b.reason} ${b.rule} ${b.message} ${JSON.stringify(find(b.vector)!.question).slice(0,300)}`).join('\n   ')) }
}
console.log('accused', accused)
let killed = 0; const alive: string[] = []
for (const f of OUTPUT_FAULTS) { if (f.group==='body') continue; const k = [f.alteration, ...(f.others ?? [])].some(a => outputFailures([a], vs).length>0); if (k) killed++; else alive.push(f.id) }
console.log('killed', killed, 'alive', alive.join(' '))
