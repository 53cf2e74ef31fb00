using System.Text;
using Journal.Features.Replay;
using Journal.Log.Folders;
using Journal.Log.Writing;

namespace Journal.Features.Search;

/// <summary>A search that goes on: a replay that follows the log, with the question of the search.</summary>
internal static class SearchFollowing
{
    public static ReplayCommand Replay(
        JournalFolder folder, SearchQuery query, bool asJson, DateTimeOffset now, TextWriter messages)
    {
        var filter = new ReplayFilter
        {
            From = query.From ?? new(null, Clock.Microseconds(now)),
            To = query.To,
            Further = query.Select,
        };
        var format = asJson
            ? RecordFormats.Of(RecordFormats.Json)
            : (record, output) => Encoding.UTF8.GetBytes(FoundText.Of(record, ':'), output);
        return new(folder, filter, format, messages) { Follow = true };
    }
}
