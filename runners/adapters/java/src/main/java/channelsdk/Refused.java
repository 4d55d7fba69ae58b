package channelsdk;

/** A call that the SDK refuses; {@code reason} is a stable code. */
public final class Refused extends IllegalArgumentException {
    public final String reason;

    public Refused(String reason, String name) {
        super(reason + ": " + name);
        this.reason = reason;
    }
}
