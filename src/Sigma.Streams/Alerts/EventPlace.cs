namespace Sigma.Streams.Alerts;

/// <summary>
/// Where an event was read. Together with the rule it makes an alert's id, so it is the same when the event is read again.
/// </summary>
/// <param name="Source">A file as it was named, or the name of a source of the service.</param>
/// <param name="Partition">The partition; 0 if the source has only one.</param>
/// <param name="Offset">The offset in a file, or the number of a message.</param>
/// <param name="Index">The number of events before it in a file; null if they are not counted.</param>
/// <param name="Inside">The number of events before it in the container that was read there; null if it was not in one.</param>
internal sealed record EventPlace(string Source, uint Partition, long Offset, long? Index = null, int? Inside = null);
