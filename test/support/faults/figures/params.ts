import { ofText, type Figure } from '../questions.ts'

/** From the JSON to its base64. Computed with Python. */
export const PARAMS_FIGURES: readonly Figure[] = [
  ['params-ascii', ofText('é中😀'), 'Pz8/'],
  ['params-utf16', ofText('é{}'), '6QB7AH0A'],
  ['params-utf8-twice', ofText('é中'), 'w4PCqcOkwrjCrQ=='],
  ['params-cesu8', ofText('😀'), '7aC97biA'],
  ['params-nul-ended', ofText('{}'), 'e30A'],
  ['params-line-feed', ofText('{}'), 'e30K'],
  ['params-reserialised', ofText('{ "a" : [1, 2] }'), 'eyJhIjpbMSwyXX0='],
  ['params-raw-json', ofText('{"a":"é"}'), '{"a":"é"}'],
  ['params-hex', ofText('{é}'), '7bc3a97d'],
  ['json-surrogate-lost', ofText('a😀'), 'Ye+/ve+/vQ=='],
  ['text-normalised', ofText('e\u0301\u212b'), 'w6nDhQ=='],
  // 34 units in UTF-16 of 40 bytes.
  [
    'bytes-counted-as-characters',
    ofText('{"channelId":"c1","userId":"é中😀"}'),
    'eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6IsOp5Lit8A==',
  ],
  // 32 characters: 1.1 times as many bytes are 35.
  [
    'buffer-zeros-included',
    ofText('{"channelId":"c1","userId":"u1"}'),
    'eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0AAAA=',
  ],
  ['b64-line-feed', ofText('~~~???>>u'), 'fn5+Pz8/Pj51\n'],
  ['b64-bytes-repr', ofText('~~~???>>u'), "b'fn5+Pz8/Pj51'"],
  ['b64-quoted', ofText('~~~???>>u'), '"fn5+Pz8/Pj51"'],
  ['b64-twice', ofText('~~~???>>u'), 'Zm41K1B6OC9QajUx'],
  ['b64-percent-encoded', ofText('~~~???u'), 'fn5%2BPz8%2FdQ%3D%3D'],
  ['b64-nul-ended', ofText('~~~???>>u'), 'fn5+Pz8/Pj51\0'],
]
