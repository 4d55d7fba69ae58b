package channelsdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/** The join parameters of section 2.1. What was not set is left out, while an explicit 0 is sent as it is. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class JoinParams {
    static final long DAY = 86400;

    @JsonProperty private String channelId;
    @JsonProperty private String userId;
    @JsonProperty private Long privileges;
    @JsonProperty private Long channelDuration;
    @JsonProperty private Long duration;
    @JsonProperty private Long size;
    @JsonProperty private Long delayClose;

    public JoinParams channelId(String id) {
        channelId = id;
        return this;
    }

    public JoinParams userId(String id) {
        userId = id;
        return this;
    }

    public JoinParams privileges(long value) {
        privileges = value;
        return this;
    }

    /** In minutes. */
    public JoinParams channelDuration(long minutes) {
        channelDuration = minutes;
        return this;
    }

    public JoinParams duration(long seconds) {
        duration = seconds;
        return this;
    }

    public JoinParams size(long people) {
        size = people;
        return this;
    }

    public JoinParams delayClose(long seconds) {
        delayClose = seconds;
        return this;
    }

    /** What the types do not express. Lower bounds are not shown, so negative numbers pass. */
    void check() {
        if (channelId == null) throw new Refused("missing-field", "channelId");
        if (userId == null) throw new Refused("missing-field", "userId");
        if (duration != null && duration > DAY) throw new Refused("out-of-range", "duration");
        if (delayClose != null && delayClose > DAY) throw new Refused("out-of-range", "delayClose");
    }
}
