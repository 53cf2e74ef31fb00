namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>A record of an event log is damaged. It never leaves the reader.</summary>
internal sealed class DamagedEventException(string message) : Exception(message);
