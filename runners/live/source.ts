import { wrongValue } from '../terminal/options.ts'
import { printable } from './checks.ts'
import type { AuthorizationSource } from './config.ts'

/** What `--authorization` says. @throws ChannelproofError `wrong-option` */
export function authorizationSource(text: string, env: NodeJS.ProcessEnv): AuthorizationSource {
  const [kind, file = ''] = text.split(/:(.*)/s)
  if (kind === 'stand-in') return { kind }
  if (kind === 'env' && env['CHANNELPROOF_AUTHORIZATION'])
    return { kind, value: printable('CHANNELPROOF_AUTHORIZATION', env['CHANNELPROOF_AUTHORIZATION']) }
  if ((kind === 'command' || kind === 'module') && file !== '') return { kind, file }
  const advice = 'use stand-in, env (with CHANNELPROOF_AUTHORIZATION set), command:<file> or module:<file>'
  throw wrongValue('--authorization', text, advice)
}
