const WRAPPER = [
  '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
  '-Xbootclasspath/a:/usr/share/java/java-atk-wrapper.jar',
]

/** Debian leaves the wrapper switched off in accessibility.properties; this is how a user switches it on. */
export const SWING = { JAVA_TOOL_OPTIONS: WRAPPER.join(' ') }
