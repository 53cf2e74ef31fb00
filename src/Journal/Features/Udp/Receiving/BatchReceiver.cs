using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Journal.Features.Udp.Receiving;

/// <summary>
/// Receives all waiting datagrams, up to a limit, in one call (recvmmsg(2) of Linux). It waits only for the first of them, until the
/// socket's time-out.
/// </summary>
internal sealed partial class BatchReceiver : IDatagramReceiver
{
    /// <summary>More gain nothing: a reader that keeps up seldom finds so many waiting.</summary>
    public const int MaxDatagrams = 32;

    /// <summary>Datagram beginnings at distances of a power of two would share few places in the processor's caches.</summary>
    private const int Stride = IDatagramReceiver.MaxDatagramBytes + 320;
    private const int MaxAddressBytes = 28; // sockaddr_in6
    private const int WaitForOne = 0x10000; // MSG_WAITFORONE
    private const int Interrupted = 4; // EINTR
    private const int NothingCame = 11; // EAGAIN

    // The kernel writes into these: they must not be moved.
    private readonly byte[] _datagrams = GC.AllocateUninitializedArray<byte>(MaxDatagrams * Stride, pinned: true);
    private readonly byte[] _addresses = GC.AllocateArray<byte>(MaxDatagrams * MaxAddressBytes, pinned: true);
    private readonly IoVector[] _vectors = GC.AllocateArray<IoVector>(MaxDatagrams, pinned: true);
    private readonly MessageHeader[] _messages = GC.AllocateArray<MessageHeader>(MaxDatagrams, pinned: true);

    private readonly SafeHandle _socket;
    private readonly SocketAddress _source;
    private int _count;

    /// <param name="socket">A blocking socket with a time-out.</param>
    /// <param name="family">The family of its addresses.</param>
    public BatchReceiver(SafeHandle socket, AddressFamily family)
    {
        (_socket, _source) = (socket, new(family));
        for (var place = 0; place < MaxDatagrams; place++)
        {
            _vectors[place] = new(AddressOf(_datagrams, place * Stride), IDatagramReceiver.MaxDatagramBytes);
            _messages[place] = new(
                AddressOf(_addresses, place * MaxAddressBytes), MaxAddressBytes, AddressOf(_vectors, place), 1, 0, 0, 0, 0);
        }
    }

    /// <summary>Whether the system may have the call, with the layout of arguments that is used here.</summary>
    public static bool IsKnown => OperatingSystem.IsLinux() && BitConverter.IsLittleEndian;

    public int Receive()
    {
        for (var place = 0; place < _count; place++)
        {
            _messages[place].NameBytes = MaxAddressBytes; // the kernel has left the length of the address that it wrote
        }

        int count;
        do
        {
            count = Receive(_socket, AddressOf(_messages, 0), MaxDatagrams, WaitForOne, 0);
        }
        while (count < 0 && Marshal.GetLastPInvokeError() == Interrupted);

        if (count < 0 && Marshal.GetLastPInvokeError() != NothingCame)
        {
            throw new NotSupportedException(Marshal.GetLastPInvokeErrorMessage());
        }

        return _count = Math.Max(0, count);
    }

    public ReadOnlySpan<byte> DatagramAt(int place) => _datagrams.AsSpan(place * Stride, (int)_messages[place].Bytes);

    public SocketAddress SourceAt(int place)
    {
        var address = _addresses.AsSpan(place * MaxAddressBytes, (int)_messages[place].NameBytes);
        address.CopyTo(_source.Buffer.Span);
        _source.Size = address.Length;
        return _source;
    }

    private static nint AddressOf<T>(T[] pinned, int index) => Marshal.UnsafeAddrOfPinnedArrayElement(pinned, index);

    [LibraryImport("libc", EntryPoint = "recvmmsg", SetLastError = true)]
    private static partial int Receive(SafeHandle socket, nint messages, int count, int flags, nint timeout);

    /// <summary>An iovec: bytes that are written to.</summary>
    private record struct IoVector(nint Address, nint Bytes);

    /// <summary>
    /// An mmsghdr. Each member is a word here: in C some have 32 bits, and those are followed by zeros up to the next word, which on a
    /// little-endian machine is the same.
    /// </summary>
    private record struct MessageHeader(
        nint Name, nint NameBytes, nint Vectors, nint VectorCount, nint Control, nint ControlBytes, nint Flags, nint Bytes);
}
