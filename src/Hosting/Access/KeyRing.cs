using System.Buffers.Text;
using System.Collections.Frozen;
using System.Security.Cryptography;
using Hosting.Files;

namespace Hosting.Access;

/// <summary>The valid keys. The file is checked every second, so that changes need no restart.</summary>
internal sealed partial class KeyRing : IDisposable
{
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1);

    /// <summary>Compared with when no key has the id, so that an unknown id takes as long as a wrong secret.</summary>
    private static readonly byte[] Nothing = new byte[SHA256.HashSizeInBytes];

    private readonly KeyFile _file;
    private readonly TimeProvider _time;
    private readonly ILogger<KeyRing> _log;
    private readonly KeyAudit? _audit;
    private readonly ITimer _timer;
    private readonly Lock _looking = new();
    private FileState _seen;
    private volatile FrozenDictionary<string, KnownKey>? _keys;

    /// <param name="file">Read now, and when it changes.</param>
    /// <param name="time">Decides which keys have expired.</param>
    /// <param name="log">The log; it gets a line for each change.</param>
    /// <param name="audit">Gets all keys now and after each possible change; null if not needed.</param>
    /// <exception cref="InvalidDataException">The file is not a key file.</exception>
    /// <exception cref="IOException">The file does not exist, or cannot be read.</exception>
    public KeyRing(KeyFile file, TimeProvider time, ILogger<KeyRing> log, KeyAudit? audit = null)
    {
        (_file, _time, _log, _audit) = (file, time, log, audit);
        _seen = FileState.Of(file.Path);
        _keys = Read();
        _timer = time.CreateTimer(_ => Refresh(), null, Look, Look);
    }

    /// <summary>False while the file cannot be read: then no key can be checked, and all clients are refused.</summary>
    public bool IsReadable => _keys is not null;

    /// <param name="text">The key as the client sent it.</param>
    /// <returns>The client; null if there is none, and then a reason.</returns>
    public KnownClient? Find(ReadOnlySpan<char> text, out string refusal)
    {
        refusal = "This key is unknown here.";
        Span<byte> secret = stackalloc byte[AccessKey.SecretBytes];
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        var dot = text.IndexOf(AccessKey.Separator);
        if (dot <= 0 || text.Length != AccessKey.Length
            || !Base64Url.TryDecodeFromChars(text[(dot + 1)..], secret, out var written) || written != secret.Length)
        {
            refusal = $"This is not a key: a key has {AccessKey.Length} characters, one of them a dot. Copy all of it.";
            return null;
        }

        KnownKey? known = null;
        _keys?.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(text[..dot], out known);
        SHA256.HashData(secret, digest);
        if (!CryptographicOperations.FixedTimeEquals(digest, known?.Digest ?? Nothing) || known is null)
        {
            return null;
        }

        if (known.IsRevoked)
        {
            refusal = "This key was revoked.";
            return null;
        }

        if (known.Expires is { } end && end <= _time.GetUtcNow())
        {
            refusal = "This key has expired.";
            return null;
        }

        return known.Client;
    }

    public void Dispose()
    {
        _timer.Dispose();
        lock (_looking)
        {
            _audit?.Remember();
        }
    }

    /// <summary>Checks the file, and reads it if it has changed; ends the open requests of clients whose keys have expired.</summary>
    internal void Refresh()
    {
        lock (_looking)
        {
            _audit?.Remember();
            var state = FileState.Of(_file.Path);
            if (state != _seen || _keys is null)
            {
                ReadAgain(state);
            }

            var now = _time.GetUtcNow();
            foreach (var key in _keys?.Values ?? [])
            {
                if (key.Expires <= now)
                {
                    key.End();
                }
            }
        }
    }

    private void ReadAgain(FileState state)
    {
        try
        {
            var keys = Read();
            TakeOver(keys);
            Log.Read(_log, _file.Path, keys.Count);
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException or UnauthorizedAccessException)
        {
            if (_keys is not null || state != _seen)
            {
                Log.Unreadable(_log, exception.Message);
            }

            TakeOver(null);
        }

        _seen = state;
    }

    /// <summary>First ends the long requests of a key, then refuses new ones.</summary>
    private void TakeOver(FrozenDictionary<string, KnownKey>? keys)
    {
        foreach (var key in _keys?.Values ?? [])
        {
            if (keys?.GetValueOrDefault(key.Id) != key)
            {
                key.End();
            }
        }

        _keys = keys;
    }

    /// <summary>An unchanged key stays the same object, so that its client's open requests continue.</summary>
    private FrozenDictionary<string, KnownKey> Read()
    {
        var keys = _file.Read();
        _audit?.Tell(keys);
        return keys.ToFrozenDictionary(
            key => key.Id,
            key => _keys?.GetValueOrDefault(key.Id) is { } known && known.Is(key) ? known : new KnownKey(key),
            StringComparer.Ordinal);
    }

#pragma warning disable CA1001 // A source without a timer needs no disposing, and requests may still use its token.
    private sealed class KnownKey
#pragma warning restore CA1001
    {
        private readonly AccessKey _key;
        private readonly CancellationTokenSource _end = new();

        public KnownKey(AccessKey key)
        {
            _key = key;
            Digest = Convert.FromHexString(key.Sha256);
            Client = new($"key:{key.Id}", key.Name, ScopeNames.TryParse(key.Scopes, out var scopes) ? scopes : Scopes.None)
            {
                Ended = _end.Token,
            };
        }

        public string Id => _key.Id;

        public byte[] Digest { get; }

        public bool IsRevoked => _key.Revoked is not null;

        public DateTimeOffset? Expires => _key.Expires;

        public KnownClient Client { get; }

        public bool Is(AccessKey key) => (_key with { Scopes = key.Scopes }) == key && _key.Scopes.SequenceEqual(key.Scopes);

        /// <summary>Sets the token at once; its callbacks run on their own threads.</summary>
        public void End() => _ = _end.CancelAsync();
    }

    private static partial class Log
    {
        [LoggerMessage(60, LogLevel.Information, "{File} has changed: {Count} keys.")]
        public static partial void Read(ILogger logger, string file, int count);

        [LoggerMessage(61, LogLevel.Error, "The keys cannot be read. All clients are refused until they can: {Reason}")]
        public static partial void Unreadable(ILogger logger, string reason);
    }
}
