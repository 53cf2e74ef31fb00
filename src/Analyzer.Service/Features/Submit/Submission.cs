using Analyzer.Service.Features.Storage;

namespace Analyzer.Service.Features.Submit;

/// <param name="Known">The file had been submitted before.</param>
internal readonly record struct Submission(KnownReport Stored, bool Known);
