import { issuing, type Figure } from '../questions.ts'

/** Join parameters that are changed, or written otherwise. Computed with Python. */
export const JSON_FIGURES: readonly Figure[] = [
  // 86400 - 65536.
  [
    'json-integers-wrapped',
    issuing({ channelId: 'c1', userId: 'u1', duration: 86400 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOjIwODY0fQ==.PqjTz1LkkLymUVJyOKCSE3ICEq00pdwLhwQGpV9Y8Hk=',
  ],
  [
    'text-trimmed',
    issuing({ channelId: 'c1', userId: '\t u \n' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUifQ==.8CpwqVaf4znKDLSlv/nbNdozoAmrg40768mu9tloBCU=',
  ],
  [
    'text-lowercased',
    issuing({ channelId: 'c1', userId: 'UserÉ' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InVzZXLDqSJ9.dJkW7xcAlMNl67J3xfDKHRZd0p5zu4vxiWrIPf/V/eU=',
  ],
  [
    'text-html-escaped',
    issuing({ channelId: 'c1', userId: '<a href="x">&\'</a>' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6IiZsdDthIGhyZWY9JnF1b3Q7eCZxdW90OyZndDsmYW1wOyYjMDM5OyZsdDsvYSZndDsifQ==.J0XGZ153g/693vJG5WsQAyMFat8JKpa+nV34+6MjEiA=',
  ],
  [
    'text-percent-encoded',
    issuing({ channelId: 'c1', userId: 'a b/ü+~' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6ImElMjBiJTJGJUMzJUJDJTJCfiJ9.DZfFRjaYIERJKw34CpPflZ5r75BiBRknXGhkRdZ4p0g=',
  ],
  [
    'text-url-decoded',
    issuing({ channelId: 'c1', userId: 'a%20b+c' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6ImEgYiBjIn0=.n6XDDjh+aYbnjp1gbv3MdNk0KBREM0LhTBa23X6R1+Y=',
  ],
  [
    'text-escaped-twice',
    issuing({ channelId: 'c1', userId: 'C:\\x"y' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6IkM6XFxcXHhcXFwieSJ9./hnhRAjn9CuUWjv4ONwSy3f52HxnT3p9T5fFkZ4M0cw=',
  ],
  [
    'text-cut-at-nul',
    issuing({ channelId: 'c1', userId: 'a\0b' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6ImEifQ==.4evRuUE28gcR2HZMQGlzoXBnGS2bKCKuQ14Ss7RJyXI=',
  ],
  [
    'text-control-removed',
    issuing({ channelId: 'c1', userId: 'a\u0007b\u007fc' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6ImFiYyJ9.bQY5AlJE2NH4oEINTlw5kqM+ehituP3G5W4bUQvm2gk=',
  ],
  [
    'text-ascii-only',
    issuing({ channelId: 'c1', userId: 'éa中b😀' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6ImFiIn0=.9FT1Cmh0vnWrTb7dVVY2IuPWOC7tOqTD/xyzqv3wk/0=',
  ],
  [
    'text-white-space-collapsed',
    issuing({ channelId: 'c1', userId: '  a \n b ' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6ImEgYiJ9.Usf8oZxjaEzSBQLvKTQ1OD14yVfTgtHXftJ+8cKenF8=',
  ],
  [
    'text-cut-short',
    issuing({ channelId: 'c1', userId: 'u'.repeat(65) }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXUifQ==.UXy75DPJwgOST0orROqjTG8T7O+JXO9vkM3igRatmcI=',
  ],
  [
    'json-null-optional',
    issuing(),
    '02.app.1700000000.eyJwcml2aWxlZ2VzIjpudWxsLCJjaGFubmVsRHVyYXRpb24iOm51bGwsImR1cmF0aW9uIjpudWxsLCJzaXplIjpudWxsLCJkZWxheUNsb3NlIjpudWxsLCJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0=.j3y2Hsam+XENc0yYmuaxVnlq3oLg/9BzRJvQQKn7VMw=',
  ],
  [
    'json-number-as-string',
    issuing({ channelId: 'c1', userId: 'u1', duration: 60 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOiI2MCJ9.6by6mPwEo+4Zk02WwM2yQ3vnAo+ns5mURM3dMYkC6Oc=',
  ],
  [
    'json-number-as-float',
    issuing({ channelId: 'c1', userId: 'u1', duration: 60 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOjYwLjB9.ftCVZJmq2hshjn3Wq69lxl0cWUyzz7z2DoblJP3Fwd8=',
  ],
  [
    'zero-dropped',
    issuing({ channelId: 'c1', userId: 'u1', size: 0 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0=.JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk=',
  ],
  [
    'json-other-names',
    issuing(),
    '02.app.1700000000.eyJjaGFubmVsIjoiYzEiLCJ1aWQiOiJ1MSJ9.4kQiPMR7FXh++6z8xZxwe6VealREiSeBl+6JlXSIcB4=',
  ],
  [
    'json-wrapped',
    issuing(),
    '02.app.1700000000.eyJqb2luUGFyYW1zIjp7ImNoYW5uZWxJZCI6ImMxIiwidXNlcklkIjoidTEifX0=.JSiH7gIxFB3EM+AYZ0Dyx1azF6KiCqzwlYo9PImswdc=',
  ],
  [
    'json-members-added',
    issuing(),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwidGltZXN0YW1wIjoxNzAwMDAwMDAwfQ==.Y45ORhKmmQnR9pUIxLXUp7HpQz3cpf03rTwslljyVJw=',
  ],
  [
    'json-own-defaults',
    issuing(),
    '02.app.1700000000.eyJkdXJhdGlvbiI6MzYwMCwiY2hhbm5lbElkIjoiYzEiLCJ1c2VySWQiOiJ1MSJ9.PkVhuZUKh9OqoSTH9vgm5dDDzL/rv84wpatiaTbLSp4=',
  ],
  [
    'json-optional-ignored',
    issuing({ channelId: 'c1', userId: 'u1', duration: 60 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0=.JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk=',
  ],
  [
    'ids-exchanged',
    issuing(),
    '02.app.1700000000.eyJ1c2VySWQiOiJjMSIsImNoYW5uZWxJZCI6InUxIn0=.kPhDj+2CWn/AedDejfFHqWT7wFGnG/H5velTGJm21nA=',
  ],
  [
    'durations-exchanged',
    issuing({ channelId: 'c1', userId: 'u1', duration: 60, channelDuration: 90 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiY2hhbm5lbER1cmF0aW9uIjo2MCwiZHVyYXRpb24iOjkwfQ==.aSyCqr7xGN96y19XPBg2z5MXps3ockOSO3UUcRLf0nQ=',
  ],
  [
    'duration-other-unit',
    issuing({ channelId: 'c1', userId: 'u1', duration: 60 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOjYwMDAwfQ==.naf0cDSibdoYPmU2AnyHpKlUEhj2lQk+KngwZ1gRdGg=',
  ],
  [
    'channelduration-other-unit',
    issuing({ channelId: 'c1', userId: 'u1', channelDuration: 90 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiY2hhbm5lbER1cmF0aW9uIjo1NDAwfQ==.fT5P+/CQ9FhPMMS7IxRpgOTbbqaIf4XHGPNXObp1P08=',
  ],
  [
    'join-params-unchecked',
    issuing({ userId: 'u1' }),
    '02.app.1700000000.eyJ1c2VySWQiOiJ1MSJ9.LGhr5PzWw94Lqc+PnKIhLXBsz4GMKaEkxsmErNaLSJM=',
  ],
  [
    'missing-unchecked',
    issuing({ channelId: 'c1' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSJ9.CX3s9dybFto+SginXVKYZqoMU0loA2A9kMBVGqEkDYA=',
  ],
  [
    'types-unchecked',
    issuing({ channelId: 'c1', userId: 'u1', duration: '60' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOiI2MCJ9.6by6mPwEo+4Zk02WwM2yQ3vnAo+ns5mURM3dMYkC6Oc=',
  ],
  [
    'types-coerced',
    issuing({ channelId: 'c1', userId: 'u1', duration: '60' }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOjYwfQ==.BAekW/M4t0aau7ITYucCxgfGnxVA8tLOVxAx087aOJU=',
  ],
  [
    'bounds-unchecked',
    issuing({ channelId: 'c1', userId: 'u1', delayClose: 86401 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZGVsYXlDbG9zZSI6ODY0MDF9.eAA0BPI9/FepohR6t+RcxcHLJqWjpPKGVRYG3rXOxMQ=',
  ],
  [
    'bounds-clamped',
    issuing({ channelId: 'c1', userId: 'u1', duration: 86401 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOjg2NDAwfQ==.MRktw930HtJZ1VsRBJwfKhBD1hAFfLR2P+zr196HdxM=',
  ],
  [
    'duration-unbounded',
    issuing({ channelId: 'c1', userId: 'u1', duration: 86401 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOjg2NDAxfQ==.facVvM5P6JCIQNiOo5kmrnEzgwV+9RhvuwAyvOlwnLs=',
  ],
  [
    'duration-absolute',
    issuing({ channelId: 'c1', userId: 'u1', duration: 60 }),
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIiwiZHVyYXRpb24iOjE3MDAwMDAwNjB9.A+GOqU8xSjmk/sbfvWmXdSX6q9rEgvrlzWtVBVpaR6g=',
  ],
]
