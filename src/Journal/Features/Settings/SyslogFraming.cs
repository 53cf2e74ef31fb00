namespace Journal.Features.Settings;

/// <summary>How a stream is cut into messages (RFC 6587, section 3.4).</summary>
internal enum SyslogFraming
{
    /// <summary>Each message by itself: counted if its count is right, otherwise up to a line feed or NUL.</summary>
    Auto,

    /// <summary>Octet counts only; anything else ends the connection.</summary>
    Octet,

    /// <summary>Each message ends with a line feed, or CR and line feed.</summary>
    Lines,

    /// <summary>Each message ends with a NUL.</summary>
    Nul,
}
