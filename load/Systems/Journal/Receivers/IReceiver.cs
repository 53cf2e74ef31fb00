using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Sending;

namespace Load.Systems.Journal.Receivers;

/// <summary>A log server that runs, and the account that it or the kernel gives of what came.</summary>
internal interface IReceiver : ISystemUnderTest
{
    ReceiverPorts Ports { get; }

    /// <summary>Bytes that all it keeps of the lines takes: segments with their headers, tiles, entries. Null for a peer.</summary>
    long? KeptBytes => null;

    /// <exception cref="LabException">It gives none.</exception>
    Task<LineAccount> ReadAsync(CancellationToken cancellationToken);
}

/// <summary>The fate of all lines since the receiver started.</summary>
/// <param name="Stored">In its files; received, where all that it does is to drop them.</param>
/// <param name="Kernel">Dropped at its socket, as the kernel counts them.</param>
/// <param name="Here">Dropped by the receiver.</param>
/// <param name="Refused">Turned away by it.</param>
internal sealed record LineAccount(long Stored, long Kernel, long Here, long Refused)
{
    public long Total => Stored + Kernel + Here + Refused;

    public LineAccount Since(LineAccount before) =>
        new(Stored - before.Stored, Kernel - before.Kernel, Here - before.Here, Refused - before.Refused);

    /// <summary>
    /// The kernel counts datagrams. Where one holds several lines, those that are missing were in the datagrams that it dropped, as far as
    /// so many fit.
    /// </summary>
    /// <param name="sent">Lines.</param>
    /// <param name="maxInDatagram">Lines that a datagram can hold.</param>
    public LineAccount WithLinesOfDropped(long sent, int maxInDatagram) =>
        this with { Kernel = Kernel + Math.Clamp(sent - Total, 0, Kernel * (maxInDatagram - 1)) };
}
