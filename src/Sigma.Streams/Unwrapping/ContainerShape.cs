using System.Text;
using System.Text.Json;
using Sigma.Engine.Mapping;

namespace Sigma.Streams.Unwrapping;

/// <summary>An object that holds records.</summary>
/// <param name="Path">Where the records are.</param>
/// <param name="Envelope">The other members that such an object may have; null: any, because a person named the path.</param>
/// <param name="HasOthers">Elements of its array that have no record within are records themselves.</param>
/// <param name="TakesAny">The name of its records is enough; the other members say only how such an object begins.</param>
internal sealed record ContainerShape(RecordPath Path, IReadOnlyList<string>? Envelope, bool HasOthers = false, bool TakesAny = false)
{
    private readonly byte[][] _envelope = [.. (Envelope ?? []).Select(Encoding.UTF8.GetBytes)];

    /// <summary>
    /// The shapes that are found without being named. An object with any other member is an event that has an array, and not a container.
    /// </summary>
    public static IReadOnlyList<ContainerShape> Known { get; } =
    [
        Of("$.Records[*]"), // AWS CloudTrail, S3 notifications
        Of("$.records[*]"), // Azure Monitor, Event Hubs
        Of("$.value[*]", "@odata.context", "@odata.count", "@odata.nextLink", "@odata.deltaLink", "@odata.type", "nextLink", "count"),
        Of("$.entries[*]", "nextPageToken", "response_metadata"), // Google Cloud Logging, Slack
        Of("$.items[*]", "kind", "etag", "nextPageToken", "apiVersion", "metadata"), // Google Workspace reports, Kubernetes
        Of("$.hits.hits[*]._source", "took", "timed_out", "_shards", "_scroll_id", "pit_id", "_clusters", "num_reduce_phases",
            "terminated_early", "aggregations", "status", "suggest"),
        Of("$._source", "_index", "_type", "_id", "_score", "_version", "_routing", "_ignored", "_seq_no", "_primary_term", "sort",
            "fields", "highlight"),
        Of("$.Events[*].CloudTrailEvent", "NextToken"), // aws cloudtrail lookup-events
        Of("$.CloudTrailEvent", "EventId", "EventName", "ReadOnly", "AccessKeyId", "EventTime", "EventSource", "Username", "Resources"),
        Of("$.logEvents[*].message", "messageType", "owner", "logGroup", "logStream", "subscriptionFilters") with // CloudWatch Logs
        {
            HasOthers = true,
        },
        Of("$.AuditData", "RecordId", "CreationDate", "RecordType", "Operation", "UserId", "AssociatedAdminUnits",
            "AssociatedAdminUnitsNames", "PSComputerName", "RunspaceId", "PSShowComputerName", "UserIds", "Operations", "ResultIndex",
            "ResultCount", "Identity", "IsValid", "ObjectState") with // Microsoft Purview, Search-UnifiedAuditLog
        {
            TakesAny = true, // an index may have added columns
        },
        Of("$.properties.log", "category", "operationName", "resourceId", "serviceBuild", "time", "ccpNamespace", "attrs", "Cloud",
            "Environment", "UnderlayClass", "UnderlayName", "tenantId", "location"), // Kubernetes in Azure's diagnostic logs
        Of("$.result", "preview", "offset", "lastrow"), // Splunk, a line each
        Of("$.results[*]", "preview", "init_offset", "messages", "fields", "highlighted", "post_process_count"),
    ];

    /// <summary>Whether the object may have the member whose name the reader is at.</summary>
    public bool Allows(ref Utf8JsonReader reader)
    {
        if (Envelope is null || TakesAny)
        {
            return true;
        }

        foreach (var name in _envelope)
        {
            if (reader.ValueTextEquals(name))
            {
                return true;
            }
        }

        return false;
    }

    private static ContainerShape Of(string path, params string[] envelope) => new(RecordPath.Parse(path)!, envelope);
}
