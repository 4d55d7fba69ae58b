package channelsdk;

/** A failed call. It wraps nothing, because the errors beneath may quote headers. */
public final class CallFailed extends Exception {
    /** http, network, timeout or protocol. */
    public final String kind;
    /** Null if unknown, as the code. */
    public final Integer status;
    public final String code;

    public CallFailed(String kind, Integer status, String code) {
        super(kind);
        this.kind = kind;
        this.status = status;
        this.code = code;
    }
}
