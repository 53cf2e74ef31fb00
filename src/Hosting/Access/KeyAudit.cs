using Hosting.Audit;

namespace Hosting.Access;

/// <summary>
/// Reports to the audit trail which keys were added, revoked, changed or removed. A file lists the keys that were reported, so that the
/// next start reports changes made while the host was stopped.
/// </summary>
/// <param name="trail">The trail; it gets a record of each change.</param>
/// <param name="memory">The file of reported keys. Only this host writes it; if it does not exist, every key is new.</param>
/// <param name="time">Stamps the records.</param>
/// <param name="log">The log; it gets a line when that file cannot be read or written.</param>
internal sealed partial class KeyAudit(AuditTrail trail, KeyFile memory, TimeProvider time, ILogger<KeyAudit> log)
{
    /// <summary>The result in a record with the time of the start: the time of the change is unknown.</summary>
    public const string WhileStopped = "while-stopped";

    private IReadOnlyList<AccessKey>? _told;
    private Func<bool>? _isWritten;
    private bool _isFailing;

    /// <summary>Compares the current keys with the reported ones.</summary>
    public void Tell(IReadOnlyList<AccessKey> keys)
    {
        var result = _told is null ? WhileStopped : null;
        var before = (_told ?? Recall()).ToDictionary(key => key.Id, StringComparer.Ordinal);
        var changes = Changes(before, keys).ToList();
        foreach (var (action, id) in changes)
        {
            trail.Add(new AuditRecord(time.GetUtcNow(), trail.Host, action, AuditRecord.Ok, Target: id, Result: result));
        }

        if (changes.Count > 0)
        {
            _isWritten = trail.Mark();
        }

        _told = keys;
    }

    /// <summary>
    /// Writes the list once the sinks have the records: a host that is killed before reports them again.
    /// </summary>
    public void Remember()
    {
        if (_isWritten?.Invoke() != true)
        {
            return;
        }

        try
        {
            memory.Replace(_told!);
            (_isWritten, _isFailing) = (null, false);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            if (!_isFailing)
            {
                _isFailing = true;
                Log.Failing(log, memory.Path, exception.Message);
            }
        }
    }

    private static IEnumerable<(string Action, string Id)> Changes(Dictionary<string, AccessKey> before, IReadOnlyList<AccessKey> after)
    {
        foreach (var key in after)
        {
            if (!before.Remove(key.Id, out var known))
            {
                yield return (key.Revoked is null ? "key-added" : "key-revoked", key.Id);
            }
            else if (key.Revoked is not null && known.Revoked is null)
            {
                yield return ("key-revoked", key.Id);
            }
            else if (key with { Scopes = known.Scopes } != known || !key.Scopes.SequenceEqual(known.Scopes))
            {
                yield return ("key-changed", key.Id);
            }
        }

        foreach (var id in before.Keys)
        {
            yield return ("key-removed", id);
        }
    }

    private IReadOnlyList<AccessKey> Recall()
    {
        try
        {
            return File.Exists(memory.Path) ? memory.Read() : [];
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException or UnauthorizedAccessException)
        {
            Log.Forgotten(log, exception.Message);
            return [];
        }
    }

    private static partial class Log
    {
        [LoggerMessage(73, LogLevel.Warning, "The audit trail reports every key again: the list of reported keys cannot be read. {Reason}")]
        public static partial void Forgotten(ILogger logger, string reason);

        [LoggerMessage(
            74, LogLevel.Error, "{File} cannot be written, so the next start reports the changed keys to the audit trail again. {Reason}")]
        public static partial void Failing(ILogger logger, string file, string reason);
    }
}
