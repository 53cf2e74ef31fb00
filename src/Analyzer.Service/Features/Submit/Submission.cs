using Analyzer.Core;

namespace Analyzer.Service.Features.Submit;

/// <param name="Known">The file had been submitted before.</param>
internal readonly record struct Submission(AnalysisReport Report, bool Known);
