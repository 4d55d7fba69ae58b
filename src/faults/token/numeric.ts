import type { Json } from '../../model/index.ts'

export function isDigits(value: Json): boolean {
  return typeof value === 'string' && /^[0-9]+$/.test(value)
}

export function isNumeric(value: Json): boolean {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
}

/** As PHP JSON_NUMERIC_CHECK writes numbers: 64-bit integers as they are, others as floating-point numbers. */
export function numericCheck(json: string): string {
  return json.replace(/(:\s*)"([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"/g, (_, before, text: string) => {
    const isInteger = /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
    return before + (isInteger ? String(BigInt(text)) : phpFloat(Number(text)))
  })
}

function phpFloat(value: number): string {
  if (Math.abs(value) < 1e15) return String(value)
  const [mantissa = '', power = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${power}`
}
