import { TextInput, type TextInputProps } from '@mantine/core'

/** The e-mail somebody signs in with: browsers fill it in from what they keep, and change nothing about it. */
export function SignInEmail(props: TextInputProps) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="lg"
      required
      {...props}
    />
  )
}
