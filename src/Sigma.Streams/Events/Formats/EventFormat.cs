namespace Sigma.Streams.Events.Formats;

/// <summary>How a file has its events.</summary>
internal enum EventFormat
{
    /// <summary>Objects in JSON: in lines, over several lines, in arrays and containers.</summary>
    Json,

    /// <summary>Event log of Windows.</summary>
    Evtx,

    /// <summary>Events of Windows as XML.</summary>
    Xml,

    /// <summary>Lines with delimiters under a header; also the logs of Zeek.</summary>
    Csv,

    /// <summary>The log of Linux's audit daemon.</summary>
    Auditd,

    /// <summary>RFC 5424 and RFC 3164, with JSON or text inside.</summary>
    Syslog,

    /// <summary>Access logs of web servers, in the common or the combined format.</summary>
    Access,

    /// <summary>Lines in no form that is known here.</summary>
    Text,
}
