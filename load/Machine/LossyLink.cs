using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Runtime.InteropServices;
using System.Text;
using Load.Statistics;
using Microsoft.Win32.SafeHandles;

namespace Load.Machine;

/// <summary>
/// A network of two addresses on this machine, whose packets pass through the lab, which delays and loses them: TCP and QUIC meet what
/// they meet on a far link. It is a TUN device (Linux, root). Source and destination of each packet change places, which leaves every
/// checksum right: what is sent to <see cref="Outside"/> arrives at <see cref="Inside"/>, and its sender seems to be outside. (netem does
/// the same in the kernel, where the kernel has it; many small ones do not.)
/// </summary>
internal sealed partial class LossyLink : IDisposable
{
    private const string Device = "/dev/net/tun";

    /// <summary>_IOW('T', 202, int), from linux/if_tun.h.</summary>
    private const nuint SetInterface = 0x400454ca;

    /// <summary>IFF_TUN | IFF_NO_PI: bare IP packets.</summary>
    private const ushort Flags = 0x1001;

    private const int RequestLength = 40;
    private const int NameLength = 16;
    private const int MaxPacket = 65_536;

    /// <summary>The place of the source in an IPv4 header; the destination follows.</summary>
    private const int Source = 12;

    private const short PollIn = 1;
    private const int PollMilliseconds = 100;

    private static int _count;

    private readonly BlockingCollection<(long Due, byte[] Packet)> _underWay = [];
    private readonly SafeFileHandle _device;
    private readonly LinkShape _shape;
    private readonly Thread _reading;
    private readonly Thread _writing;
    private SplitMix64 _random = new(1);
    private volatile bool _isOver;

    private LossyLink(SafeFileHandle device, LinkShape shape, int number)
    {
        (_device, _shape) = (device, shape);
        Inside = new IPAddress([198, 18, (byte)number, 1]);
        Outside = new IPAddress([198, 18, (byte)number, 2]);
        _reading = new Thread(Read) { IsBackground = true, Name = "Link in" };
        _writing = new Thread(Write) { IsBackground = true, Name = "Link out" };
    }

    /// <summary>Where the service listens. The network is that of RFC 2544, which is kept for measurements.</summary>
    public IPAddress Inside { get; }

    /// <summary>Where its clients send.</summary>
    public IPAddress Outside { get; }

    /// <summary>Why there can be no such link here; null when there can, or none is wanted.</summary>
    public static string? ObstacleTo(LinkShape? shape) => shape is null || Obstacle.Value is not { } why ? null
        : $"a link that loses packets needs root on Linux, {Device} and the command ip ({why})";

    private static Lazy<string?> Obstacle { get; } = new(() =>
    {
        if (!OperatingSystem.IsLinux())
        {
            return "this is not Linux";
        }

        try
        {
            using var link = Open(new LinkShape(0, TimeSpan.Zero));
            return null;
        }
        catch (LabException exception)
        {
            return exception.Message;
        }
    });

    /// <exception cref="LabException">It cannot be made.</exception>
    public static LossyLink Open(LinkShape shape)
    {
        // Several labs at once have to have different networks.
        var number = (Environment.ProcessId * 7 + Interlocked.Increment(ref _count)) % 250 + 1;
        var name = $"lab{number}";
        SafeFileHandle? device = null;
        try
        {
            device = File.OpenHandle(Device, FileMode.Open, FileAccess.ReadWrite);
            var request = new byte[RequestLength];
            Encoding.ASCII.GetBytes(name, request);
            BinaryPrimitives.WriteUInt16LittleEndian(request.AsSpan(NameLength), Flags);
            if (Control(device, SetInterface, request) != 0)
            {
                throw new LabException($"{Device}: {Marshal.GetLastPInvokeErrorMessage()}");
            }

            var link = new LossyLink(device, shape, number);
            Ip("addr", "add", $"{link.Inside}/24", "dev", name);
            Ip("link", "set", name, "up");
            link._reading.Start();
            link._writing.Start();
            return link;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or LabException)
        {
            device?.Dispose();
            throw exception as LabException ?? new LabException(exception.Message);
        }
    }

    /// <summary>The device, and its network with it, is gone afterwards.</summary>
    public void Dispose()
    {
        _isOver = true;
        _reading.Join();
        _underWay.CompleteAdding();
        _writing.Join();
        _device.Dispose();
    }

    private void Read()
    {
        var buffer = new byte[MaxPacket];
        while (!_isOver)
        {
            // A read without an end would keep the device, and its network, for ever.
            var poll = new Poll { Descriptor = (int)_device.DangerousGetHandle(), Events = PollIn };
            if (Wait(ref poll, 1, PollMilliseconds) <= 0)
            {
                continue;
            }

            // IPv4 alone: the kernel tells of itself over IPv6 as soon as the device is up.
            var length = (int)ReadPacket(_device, buffer, MaxPacket);
            if (length < Source + 8 || buffer[0] >> 4 != 4 || _random.Share() < _shape.Loss)
            {
                continue;
            }

            var packet = buffer.AsSpan(0, length).ToArray();
            buffer.AsSpan(Source, 4).CopyTo(packet.AsSpan(Source + 4));
            buffer.AsSpan(Source + 4, 4).CopyTo(packet.AsSpan(Source));
            _underWay.Add(
                (Stopwatch.GetTimestamp() + (long)(_shape.RoundTrip.TotalSeconds / 2 * Stopwatch.Frequency), packet),
                CancellationToken.None);
        }
    }

    /// <summary>All packets are equally long under way, so they leave in the order in which they came.</summary>
    private void Write()
    {
        foreach (var (due, packet) in _underWay.GetConsumingEnumerable())
        {
            while (!_isOver && Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due) is { Ticks: > 0 } rest)
            {
                Thread.Sleep(rest > TimeSpan.FromMilliseconds(1) ? rest : TimeSpan.FromMilliseconds(1));
            }

            if (!_isOver)
            {
                WritePacket(_device, packet, packet.Length);
            }
        }
    }

    private static void Ip(params string[] arguments)
    {
        try
        {
            using var ip = Process.Start(new ProcessStartInfo("ip", arguments) { RedirectStandardError = true })!;
            var error = ip.StandardError.ReadToEnd();
            ip.WaitForExit();
            if (ip.ExitCode != 0)
            {
                throw new LabException($"ip {string.Join(' ', arguments)}: {error.Trim()}");
            }
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            throw new LabException($"ip: {exception.Message}");
        }
    }

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(SafeFileHandle device, nuint request, byte[] argument);

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    private static partial int Wait(ref Poll poll, nuint count, int milliseconds);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static partial nint ReadPacket(SafeFileHandle device, byte[] buffer, nint length);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint WritePacket(SafeFileHandle device, byte[] packet, nint length);

    /// <summary>struct pollfd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Poll
    {
        public int Descriptor;
        public short Events;
        public short Returned;
    }
}
