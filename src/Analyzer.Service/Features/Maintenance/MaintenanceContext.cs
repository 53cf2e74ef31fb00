using Analyzer.Service.Features.Storage;

namespace Analyzer.Service.Features.Maintenance;

/// <summary>What a command works with.</summary>
/// <param name="Store">Not open yet.</param>
/// <param name="File">Null for the standard streams.</param>
/// <param name="Input">Standard input.</param>
/// <param name="Output">Standard output: what was asked for, and nothing else.</param>
/// <param name="Messages">Standard error: progress, problems and the outcome.</param>
/// <param name="Time">For the progress.</param>
internal sealed record MaintenanceContext(IStoreKind Store, string? File, Stream Input, Stream Output, TextWriter Messages, TimeProvider Time);
