namespace Analyzer.Service.Features.Submit;

/// <summary>What the sender says of the file before sending it. Never believed: compared with what comes.</summary>
/// <param name="Sha256">64 hex digits, as the sender wrote them; answered from the store, unread, when known.</param>
/// <param name="Length">Bytes.</param>
internal readonly record struct UploadDeclaration(string? Sha256, long? Length);
