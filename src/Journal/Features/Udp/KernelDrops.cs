using System.Buffers.Binary;
using System.Net.Sockets;

namespace Journal.Features.Udp;

/// <summary>The datagrams that the kernel dropped at a socket because they were not read in time. Linux counts them exactly.</summary>
internal sealed class KernelDrops(Socket socket)
{
    private const int SocketLevel = 1;
    private const int MemoryInfo = 55; // SO_MEMINFO: nine 32-bit numbers, of which the last is sk_drops
    private const int Numbers = 9;
    private uint _last;

    /// <returns>How many more than at the last call; null if the system does not count them.</returns>
    public long? Next()
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        Span<byte> info = stackalloc byte[Numbers * sizeof(uint)];
        try
        {
            if (socket.GetRawSocketOption(SocketLevel, MemoryInfo, info) < info.Length)
            {
                return null;
            }
        }
        catch (SocketException)
        {
            return null;
        }

        var drops = BitConverter.IsLittleEndian
            ? BinaryPrimitives.ReadUInt32LittleEndian(info[^sizeof(uint)..])
            : BinaryPrimitives.ReadUInt32BigEndian(info[^sizeof(uint)..]);
        var more = unchecked(drops - _last); // 32 bits wide: it starts again at zero
        _last = drops;
        return more;
    }
}
