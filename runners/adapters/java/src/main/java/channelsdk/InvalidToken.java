package channelsdk;

/** A token that is not accepted; {@code reason} is a stable code. */
public final class InvalidToken extends Exception {
    public final String reason;

    public InvalidToken(String reason) {
        super(reason);
        this.reason = reason;
    }
}
