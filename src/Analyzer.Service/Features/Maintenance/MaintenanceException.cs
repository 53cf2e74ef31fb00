namespace Analyzer.Service.Features.Maintenance;

/// <summary>A command cannot go on, and the message tells the person at the keyboard why and what to do.</summary>
internal sealed class MaintenanceException(string message, Exception? inner = null) : Exception(message, inner);
