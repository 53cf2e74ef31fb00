namespace Sigma.Streams.Alerts;

/// <summary>Where an event was read. With the rule it makes an alert's id, so it is the same when the event is read again.</summary>
/// <param name="Source">A file as it was named, or the name of a source of the service.</param>
/// <param name="Partition">0 where a source has only one.</param>
/// <param name="Offset">A byte of a file, or the number of a message.</param>
/// <param name="Index">How many events of a file came before it; null where nobody counts.</param>
internal sealed record EventPlace(string Source, uint Partition, long Offset, long? Index = null);
