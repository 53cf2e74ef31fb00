using System.Globalization;
using Load.Measuring;

namespace Load.Systems.Journal.Rows;

/// <summary>One row: which way lines go, how many a second, how long they are, and who takes them.</summary>
/// <param name="Transport">One of <see cref="LineTransport"/>.</param>
/// <param name="Rate">Lines a second; null for as many as can be sent.</param>
/// <param name="Length">Bytes of each; null for lines as daemons write them.</param>
/// <param name="Receiver">The program that takes them.</param>
internal sealed record LineRow(string Transport, int? Rate, int? Length, string Receiver)
{
    public const string TransportDimension = "transport";
    public const string RateDimension = "rate";
    public const string LengthDimension = "length";
    public const string ReceiverDimension = "receiver";

    /// <summary>Lines a second at which all ways and peers are compared.</summary>
    public const int SharedRate = 20_000;

    public const string Journal = "journal";

    /// <summary>The journal's own listener, which drops what it has received.</summary>
    public const string Drop = "drop";

    public const string Rsyslog = "rsyslog";
    public const string SyslogNg = "syslog-ng";

    /// <summary>The same, which seals each line with its module <c>$(slog)</c>.</summary>
    public const string Slog = "syslog-ng-slog";

    /// <summary>Bytes that the receiver keeps, all headers and tiles in, over those of the lines that it stored.</summary>
    public const string KeptFigure = "kept";

    /// <summary>The value of <see cref="LengthDimension"/> for lines as daemons write them.</summary>
    public const string Daemons = "daemons";

    /// <summary>The value of <see cref="RateDimension"/> where nothing holds the sender back.</summary>
    public const string Unbound = "all";

    public IReadOnlyList<Dimension> Dimensions =>
    [
        new(TransportDimension, Transport),
        new(RateDimension, TextOf(Rate)) { IsNumber = true },
        new(LengthDimension, Length is { } bytes ? $"{bytes}B" : Daemons),
        new(ReceiverDimension, Receiver),
    ];

    /// <returns>The value of <see cref="RateDimension"/>.</returns>
    public static string TextOf(int? rate) => rate?.ToString(CultureInfo.InvariantCulture) ?? Unbound;
}

/// <summary>How lines go.</summary>
internal static class LineTransport
{
    /// <summary>A line a datagram.</summary>
    public const string Udp = "udp";

    /// <summary>The same, while others send sealed datagrams that are forged.</summary>
    public const string Flooded = "udp+forged";

    /// <summary>
    /// The same from several senders, to a socket with the smallest receive buffer: more comes than it holds, so that the kernel drops.
    /// </summary>
    public const string Overloaded = "udp+overload";

    /// <summary>One connection, octet counts.</summary>
    public const string Tcp = "tcp";

    /// <summary>The same over TLS.</summary>
    public const string Tls = "tls";

    /// <summary>Each line is answered when it is on the disk, and no more than a window of them waits for that.</summary>
    public const string Relp = "relp";

    /// <summary>Several lines a datagram, sealed, by <c>journal send</c>.</summary>
    public const string Sealed = "sealed";

    /// <summary>A hundred lines a request, each answered when they are on the disk.</summary>
    public const string Http = "http";

    /// <summary>The first system's script sent so: a datagram, then a connection for one line, in turn.</summary>
    public const string InTurn = "in-turn";
}
