/** What the command line and `channelproof.yaml` may say; secrets are named by environment variables. */
export interface LiveSettings {
  readonly baseUrl?: string
  readonly authorization?: string
  readonly scheme?: string
  readonly channel?: string
  readonly exclusiveChannel?: boolean
  readonly channelUser?: string
  readonly channelPrefix?: string
  readonly pushUrl?: string
  readonly skew?: number
  readonly rate?: number
  readonly timeout?: number
  readonly waitForChannel?: number
  readonly errorCodePointer?: string
  readonly caFile?: string
  readonly allowPlainHttp?: boolean
  /** Header name to environment variable. */
  readonly headers?: Readonly<Record<string, string>>
  readonly app?: EnvNames
  readonly disabledApp?: EnvNames
  readonly unpaidApp?: EnvNames
}

/** Names of the environment variables that hold an app id and its secret. */
export interface EnvNames {
  readonly appId: string
  readonly appSecret: string
}
