using System.Collections.Frozen;
using Journal.Features.Ingest;
using Journal.Log.Folders;
using Journal.Log.Senders;

namespace Journal.Features.Sealed;

/// <summary>
/// Takes sealed datagrams. Those of unknown senders, and repeated ones, are dropped before decryption. Only one thread calls it.
/// </summary>
internal sealed partial class SealedIntake : IDisposable
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(1);

    private readonly SenderFolder _folder;
    private readonly Ingester _ingester;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly byte[] _payload = new byte[SealedDatagram.MaxBytes];
    private FrozenDictionary<ulong, SealedSender> _senders = FrozenDictionary<ulong, SealedSender>.Empty;
    private int _version;
    private long _lookedAt;
    private long _toldAt;
    private long _untold;

    /// <exception cref="InvalidDataException">A sender's file is damaged.</exception>
    public SealedIntake(JournalFolder folder, Ingester ingester, TimeProvider time, ILogger<SealedIntake> logger)
    {
        (_folder, _ingester, _time, _logger) = (new(folder), ingester, time, logger);
        Look(areMarksExact: _folder.IsEnd(ingester.NextSequence));
    }

    /// <summary>Saves their marks.</summary>
    public IReadOnlyCollection<SealedSender> Senders => _senders.Values;

    public SenderFolder Folder => _folder;

    /// <returns>False for a datagram of another kind.</returns>
    public bool TryTake(ReadOnlySpan<byte> datagram)
    {
        if (SealedDatagram.Read(datagram) is not { } head)
        {
            return false;
        }

        if (Find(head.Sender) is not { } sender)
        {
            Refuse("an unknown sender");
        }
        else if (!sender.MayTake(head))
        {
            Refuse("a repeated number");
        }
        else if (sender.Open(datagram, _payload) is not { } length)
        {
            Refuse("a wrong tag");
        }
        else
        {
            Take(sender, head, _payload.AsSpan(0, length));
        }

        return true;
    }

    public void Dispose()
    {
        foreach (var sender in _senders.Values)
        {
            sender.Dispose();
        }
    }

    private void Take(SealedSender sender, SealedHead head, ReadOnlySpan<byte> payload)
    {
        var isEnd = payload is [0, ..];
        _ingester.Losses.AddMissing(sender.Take(head, isEnd, out var marks));
        Task? stored = null;
        while (!payload.IsEmpty)
        {
            if (!LinePacket.TryRead(ref payload, out var line))
            {
                Refuse("a payload that is malformed");
                break;
            }

            if (!line.IsEmpty)
            {
                if (_ingester.TryTake(sender.Sender, line, awaited: false, out var ticket, marks))
                {
                    stored = ticket.Frame;
                }
                else
                {
                    _ingester.Drop(sender.Sender, line);
                }
            }
        }

        sender.Handed(stored);
    }

    /// <summary>The keys in the folder, at most a second old.</summary>
    private SealedSender? Find(ulong id)
    {
        if (_time.GetElapsedTime(_lookedAt) >= LookInterval)
        {
            LookAgain();
        }

        return _senders.GetValueOrDefault(id);
    }

    private void LookAgain()
    {
        try
        {
            if (_folder.ReadVersion() != _version)
            {
                Look(areMarksExact: true); // nothing was taken since the start from a sender that appears now
            }
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            Log.Unreadable(_logger, exception.Message);
        }

        _lookedAt = _time.GetTimestamp();
    }

    private void Look(bool areMarksExact)
    {
        var (known, version) = (_senders, _folder.ReadVersion());
        _senders = _folder.Read().Select(found => SenderOf(found.Key, found.Mark, areMarksExact)).ToFrozenDictionary(sender => sender.Id);
        _version = version;
        foreach (var gone in known.Values.Except(_senders.Values))
        {
            gone.Dispose();
        }
    }

    /// <summary>Datagrams under an earlier key of that name cannot be repeated: they were sealed with that key.</summary>
    private SealedSender SenderOf(SenderKey key, SenderMark mark, bool isExact) => _senders.GetValueOrDefault(key.Id) switch
    {
        null => new(key, mark, isExact),
        var known when known.Has(key) => known,
        _ => new(key, mark with { Session = 0, Last = 0 }, isExact),
    };

    private void Refuse(string reason)
    {
        _ingester.Refuse();
        _untold++;
        if (_time.GetElapsedTime(_toldAt) >= LookInterval)
        {
            Log.Refused(_logger, _untold, reason);
            (_toldAt, _untold) = (_time.GetTimestamp(), 0);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(30, LogLevel.Warning, "{Count} sealed datagrams were refused since the last such line; the last one has {Reason}.")]
        public static partial void Refused(ILogger logger, long count, string reason);

        [LoggerMessage(31, LogLevel.Warning, "The changed senders cannot be read: {Reason}")]
        public static partial void Unreadable(ILogger logger, string reason);
    }
}
